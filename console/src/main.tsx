import './appearance/base.css'
import './frame/frame.css'
import './page/page.css'
import './page/plain-table.css'
import './login/login.css'
import './overview/overview.css'
import './permission/permission.css'
import './verification/verification.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { addNonceToStyles } from './appearance/style-nonce.ts'
import { Console } from './console.tsx'

addNonceToStyles()
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Console />
    </StrictMode>,
  )
}
