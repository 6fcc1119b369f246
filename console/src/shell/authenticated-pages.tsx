import { useRoutes } from 'react-router'
import { FEATURES } from '../features/features.ts'
import NotFoundPage from './page/not-found-page.tsx'
import { onDemand } from './page/on-demand.tsx'

const PAGES = FEATURES.flatMap(({ pages = {} }) => Object.entries(pages)).map(([path, load]) => {
  const Page = onDemand(load)
  return { path, element: <Page /> }
})

/** Renders the page of a feature at its path. */
export function AuthenticatedPages() {
  return useRoutes([...PAGES, { path: '*', element: <NotFoundPage /> }])
}
