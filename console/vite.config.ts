import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** `npx vite console` serves it while it is being worked on, in front of a service on its usual port. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  // The service puts a nonce of its own into every answer: see src/features/web/console/site.ts.
  html: { cspNonce: 'nonce-of-the-answer' },
  build: {
    outDir: '../dist/console',
    emptyOutDir: true,
    assetsDir: 'console',
    // A picture in the text of a file is a picture that the Content-Security-Policy has to allow.
    assetsInlineLimit: 0,
    target: ['chrome111', 'firefox114', 'safari16.4'],
    chunkSizeWarningLimit: 1000,
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        // What several pages share goes into a few files. Without this, a page loads up to 55 small ones.
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 2 },
            // A translation needs these, and is loaded by the login page too.
            {
              name: 'locale',
              test: /node_modules[\\/]dayjs|[\\/]locale[\\/]/,
              minShareCount: 2,
              priority: 1,
            },
            { name: 'shared', minShareCount: 2 },
          ],
        },
        // The name of a group ends with the pages that share it.
        chunkFileNames: ({ name }) => `console/${name.replace(/~.*/, '')}-[hash].js`,
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8000' } },
})
