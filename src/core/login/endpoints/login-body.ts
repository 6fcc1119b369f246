import type { FastifySchemaCompiler } from 'fastify'
import { type AppMethodName, LOGIN_METHODS } from '../../../features/login-methods.ts'
import type { Schema } from '../../../platform/http/endpoint/documentation.ts'
import { bodySchema, textInput } from '../../../platform/http/endpoint/request-schemas.ts'
import { compileStrictly, createValidator } from '../../../platform/http/endpoint/validation.ts'
import { captchaFields } from '../captcha/captcha-fields.ts'
import { method, passwordBody, secondFactorCode } from './login-fields.ts'

/** The login requests of the methods that are features, by the name of the method. */
export type LoginBodies = Readonly<Record<string, Schema>>

/** An enabled login method of the app, with the schema of its fields. */
export interface AppMethodFields {
  readonly name: AppMethodName
  /** For people. */
  readonly label: string
  readonly fields: Readonly<Record<string, unknown>>
}

/** Adds the login request with a password, and that with the second factor of a login that has begun. */
function createBodies(captchaMethods: readonly string[], ofFeatures: LoginBodies): LoginBodies {
  return {
    password: passwordBody('PasswordLogin', 'password', captchaMethods),
    ...ofFeatures,
    ticket: bodySchema('SecondFactorLogin', ['ticket', 'secondFactorCode'], {
      ticket: { ...textInput(64), description: 'Of the response with the reason `second-factor-required`.' },
      secondFactorCode,
    }),
  }
}

/** Returns the body of a login with a method of the app. Its fields are an object of their own, so that no name collides. */
function bodyOfApp({ name, fields }: AppMethodFields, captchaMethods: readonly string[]): Schema {
  const withCaptcha = captchaMethods.includes(name) ? captchaFields : {}
  try {
    compileStrictly(fields)
  } catch (error) {
    throw new TypeError(`The schema of the fields of the login method ${name} is not valid.`, {
      cause: error,
    })
  }
  return bodySchema(titleOf(name), ['method', 'fields', ...Object.keys(withCaptcha)], {
    ...method(name),
    fields,
    ...withCaptcha,
    secondFactorCode,
  })
}

/** Returns a name for generated clients: `AppWechatLogin` for `app:wechat`. */
function titleOf(name: AppMethodName): string {
  const words = name.split(/[:-]/).map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
  return `${words.join('')}Login`
}

export interface LoginBodyOptions {
  /** The login methods that require a captcha. */
  readonly captchaMethods: readonly string[]
  /** The enabled login methods of the app. */
  readonly appMethods: readonly AppMethodFields[]
  readonly loginBodies: LoginBodies
}

/** Returns the schema of login bodies, and a compiler that validates a body by the schema of its method. */
export function createLoginBody({ captchaMethods, appMethods, loginBodies }: LoginBodyOptions) {
  const ofApp = appMethods.map((one) => [one.name, bodyOfApp(one, captchaMethods)] as const)
  const bodies = { ...createBodies(captchaMethods, loginBodies), ...Object.fromEntries(ofApp) }
  const names = [...LOGIN_METHODS, ...appMethods.map(({ name }) => name)]
  const unknownMethod = {
    type: 'object',
    required: ['method'],
    properties: { method: { type: 'string', enum: names } },
  }
  const validatorCompiler: FastifySchemaCompiler<unknown> = () => {
    const validators = new Map(
      Object.entries({ ...bodies, unknownMethod }).map(([name, schema]) => [name, createValidator(schema)]),
    )
    return (body) => validators.get(kindOf(body, names))?.(body) ?? { error: [] }
  }
  return { body: { title: 'LoginRequest', anyOf: Object.values(bodies) }, validatorCompiler }
}

/** Returns the name of the schema for a body. */
function kindOf(body: unknown, names: readonly string[]): string {
  if (typeof body !== 'object' || body === null) return 'password'
  const method: unknown = Object.hasOwn(body, 'method') ? Reflect.get(body, 'method') : undefined
  if (method === undefined) return Object.hasOwn(body, 'ticket') ? 'ticket' : 'password'
  if (method === 'service' && Object.hasOwn(body, 'assertion')) return 'assertion'
  return names.find((name) => name === method) ?? 'unknownMethod'
}
