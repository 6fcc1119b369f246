import './console.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { giveNonceToStyles } from './appearance/style-nonce.ts'
import { Console } from './console.tsx'

giveNonceToStyles()
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Console />
    </StrictMode>,
  )
}
