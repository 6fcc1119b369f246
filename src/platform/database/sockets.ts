import type { Socket } from 'node:net'

/** Collects the open sockets of a pool, so that closing does not depend on a server that no longer responds. */
export function createSockets() {
  const open = new Set<Socket>()
  return {
    add(socket: Socket): Socket {
      open.add(socket)
      socket.once('close', () => open.delete(socket))
      return socket
    },

    destroy(): void {
      for (const socket of open) socket.destroy()
    },
  }
}
