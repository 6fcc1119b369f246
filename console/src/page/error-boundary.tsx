import { Component, type ReactNode } from 'react'
import { Problem } from './problem.tsx'

/** Contains the failure of a page, so that the menu stays usable. React requires a class for this. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly error: unknown }> {
  override state = { error: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    if (this.state.error === undefined) return this.props.children
    return <Problem error={this.state.error} onRetry={() => window.location.reload()} />
  }
}
