import type { Worker } from 'node:cluster'

/** Follows the child processes of the service, in their parent process. */
export interface ProcessObserver {
  add(child: Worker): void
  remove(child: Worker): void
  close(): Promise<void>
}
