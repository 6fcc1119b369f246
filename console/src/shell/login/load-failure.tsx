import { useTexts } from '../language/language.tsx'

/** Shown if the console itself cannot be loaded, so without Ant Design. */
export function LoadFailure() {
  const { problem, common } = useTexts()
  return (
    <div className="login">
      <main className="login-card card" role="alert">
        <h1>{problem.title}</h1>
        <p>{problem.notLoaded}</p>
        <button type="button" className="login-submit" onClick={() => window.location.reload()}>
          {common.retry}
        </button>
      </main>
    </div>
  )
}
