// Preloaded into the service process. Each request to the socket returns the event loop delay since the previous
// request.
import { createServer } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'

const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()

const inMilliseconds = (nanoseconds) => Math.round(nanoseconds / 1e5) / 10

createServer((_request, response) => {
  const [p50, p99] = [50, 99].map((percent) => inMilliseconds(delay.percentile(percent)))
  response.end(JSON.stringify({ p50, p99, max: inMilliseconds(delay.max) }))
  delay.reset()
})
  .listen(process.env.LOOP_DELAY_SOCKET)
  .unref()
