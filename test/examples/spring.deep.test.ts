import { mavenProgram } from '../support/language-programs.ts'
import { describeOrdersService } from './orders-service.ts'

// 128 and the number of SIGTERM.
describeOrdersService('Java', mavenProgram('orders-java'), 143)
