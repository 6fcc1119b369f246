// Loaded before a measured server: reports its CPU time and memory on request and stops the server with the benchmark.
import cluster from 'node:cluster'

if (cluster.isPrimary && process.channel) {
  process.on('message', (message) => {
    if (message === 'cpu') process.send?.({ cpu: process.cpuUsage() })
    if (message === 'memory') process.send?.({ bytes: process.memoryUsage.rss() })
  })
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  // The channel alone must not keep the server running.
  process.channel.unref()
}
