import { errorCodeOf } from '../refusal/error-code.ts'

interface ListenAddress {
  readonly host: string
  readonly port: number
}

/** Opens a listener. An error says which setting of the group (`application` or `metrics`) to change. */
export async function listen<T>(
  group: 'application' | 'metrics',
  { host, port }: ListenAddress,
  open: (address: ListenAddress) => Promise<T>,
): Promise<T> {
  try {
    return await open({ host, port })
  } catch (error) {
    throw explain(error, group, { host, port })
  }
}

function explain(error: unknown, group: string, { host, port }: ListenAddress): unknown {
  const code = errorCodeOf(error)
  if (code === 'EADDRINUSE') {
    return new Error(
      `port ${port} on ${host} is in use: stop the program that uses it, or add --set ${group}.port=${port + 1}`,
    )
  }
  if (code === 'EACCES') {
    return new Error(`this user may not open port ${port}: set ${group}.port to a port above 1023`)
  }
  if (code === 'EADDRNOTAVAIL') {
    return new Error(`${host} is not an address of this machine: change ${group}.host`)
  }
  return error
}
