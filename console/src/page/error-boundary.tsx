import { Component, type ReactNode } from 'react'
import { Problem } from './problem.tsx'

/** A page that fails leaves the menu standing. React has no other way to say this than a class. */
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
