import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  // `npm run dev` shows changes at once, in front of `npm start`.
  server: { proxy: { '/api': 'http://127.0.0.1:8000' } },
})
