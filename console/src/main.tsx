import './shell/appearance/base.css'
import './shell/frame/frame.css'
import './shell/page/page.css'
import './shell/page/plain-table.css'
import './shell/login/login.css'
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
