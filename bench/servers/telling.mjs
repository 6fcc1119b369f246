// Loaded before the program of a server under measurement: tells the bench what it asks for, and ends with it.
import cluster from 'node:cluster'

if (cluster.isPrimary && process.channel) {
  process.on('message', (question) => {
    if (question === 'cpu') process.send?.({ cpu: process.cpuUsage() })
  })
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  // What only waits for questions does not keep a server from ending.
  process.channel.unref()
}
