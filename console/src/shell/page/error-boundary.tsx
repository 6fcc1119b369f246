import { Component, type ReactNode } from 'react'
import { Problem } from './problem.tsx'

interface ErrorBoundaryProps {
  readonly isServiceReachable: boolean
  readonly children: ReactNode
}

/** Contains the failure of a page, so that the menu stays usable. React requires a class for this. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly error: unknown }> {
  override state = { error: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  /** A page whose script could not be loaded during an outage is loaded again after it. */
  override componentDidUpdate({ isServiceReachable: wasReachable }: ErrorBoundaryProps) {
    if (this.state.error !== undefined && !wasReachable && this.props.isServiceReachable)
      window.location.reload()
  }

  override render() {
    if (this.state.error === undefined) return this.props.children
    return <Problem error={this.state.error} onRetry={() => window.location.reload()} />
  }
}
