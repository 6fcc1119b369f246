import './shell/appearance/base.css'
import './shell/frame/frame.css'
import './shell/page/page.css'
import './shell/page/plain-table.css'
import './shell/login/login.css'
import './features/overview/overview.css'
import './features/permission/permission.css'
import './features/log-verification/verification.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { addNonceToStyles } from './shell/appearance/style-nonce.ts'
import { Console } from './shell/console.tsx'

addNonceToStyles()
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Console />
    </StrictMode>,
  )
}
