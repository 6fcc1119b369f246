import { Result } from 'antd'
import { Link } from 'react-router'
import { useTexts } from '../language/language.tsx'

export default function NotFoundPage() {
  const { problem } = useTexts()
  return (
    <Result
      status="info"
      icon={<span className="problem-mark">?</span>}
      title={<h1>{problem.notFound}</h1>}
      subTitle={problem.notFoundHelp}
      extra={<Link to="/">{problem.toStart}</Link>}
    />
  )
}
