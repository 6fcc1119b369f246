import { beforeEach, inject } from 'vitest'

// Loaded before the attack tests on PostgreSQL and MariaDB.
beforeEach(({ skip }) => {
  const product = inject('attackDatabase')
  if (product !== undefined && !inject('servers')[product]) skip(`there is no ${product} server here`)
})
