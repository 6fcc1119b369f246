import { closeSync, fstatSync, ftruncateSync, mkdirSync, openSync, writeSync } from 'node:fs'
import type { SpoolFile } from './spool-file.ts'

/** Writes all of the bytes at the end of the file, or throws. */
export type WriteBytes = (descriptor: number, bytes: Buffer) => void

interface OpenSpoolFileOptions {
  readonly folder: string
  readonly maxFileBytes: number
  readonly write: WriteBytes
  readonly nextPath: () => string
  readonly onCreated: (file: SpoolFile) => void
}

/** Creates the functions that write lines to the open file of a spool, and to a new one when it is full. */
export function createOpenSpoolFile(options: OpenSpoolFileOptions) {
  const { folder, maxFileBytes, write, nextPath, onCreated } = options
  let open: { readonly file: SpoolFile; readonly descriptor: number } | undefined

  function create() {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const file = { path: nextPath(), bytes: 0 }
    const descriptor = openSync(file.path, 'ax', 0o600)
    onCreated(file)
    return { file, descriptor }
  }

  /** Closes the file: the next line goes to a new one. */
  function seal(): void {
    if (open !== undefined) closeSync(open.descriptor)
    open = undefined
  }

  function removePartialLine(file: SpoolFile, descriptor: number): void {
    try {
      ftruncateSync(descriptor, file.bytes)
      if (!isDeleted(descriptor)) return
    } catch {
      // Readers stop at `file.bytes`; the next line goes to a new file.
    }
    seal()
  }

  return {
    seal,
    isOpen: (file: SpoolFile): boolean => file === open?.file,
    writeLine(line: Buffer): void {
      if (open !== undefined && open.file.bytes > 0 && open.file.bytes + line.length > maxFileBytes) seal()
      open ??= create()
      const { file, descriptor } = open
      try {
        write(descriptor, line)
        if (isDeleted(descriptor)) throw new Error(`The spool file was deleted: ${file.path}`)
      } catch (error) {
        removePartialLine(file, descriptor)
        throw error
      }
      file.bytes += line.length
    },
  }
}

/** A deleted file can still be written to, but its content is lost with the process. */
function isDeleted(descriptor: number): boolean {
  return fstatSync(descriptor).nlink === 0
}

/** A full disk may take some of the bytes before it refuses the rest. */
export const writeBytes: WriteBytes = (descriptor, bytes) => {
  let written = 0
  while (written < bytes.length) written += writeSync(descriptor, bytes, written)
}
