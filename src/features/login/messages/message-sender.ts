import type { Language } from '../../../platform/refusal/refusal.ts'
import type { CodeChannel } from './login-code.ts'

/**
 * What a message is about: the code of a login, a link to set a password for an invited user or for one who has forgotten it, or
 * that the password of the user is not set over links.
 */
export type MessageKind = 'code' | 'invitation' | 'forgotten' | 'no-link'

/** A message to a user. */
export interface CodeMessage {
  readonly kind: MessageKind
  readonly channel: CodeChannel
  /** The e-mail address or the phone number, which has been checked. */
  readonly to: string
  /** The one-time code; empty for other kinds. It must not appear in a log or in an error. */
  readonly code: string
  /** The link to set a password; empty for other kinds. It must not appear in a log or in an error. */
  readonly link: string
  /** How long the code or the link is valid; 0 without one. */
  readonly minutes: number
  readonly language: Language
  /** The subject of an e-mail. */
  readonly subject: string
  /** The whole text, which contains the code or the link. */
  readonly text: string
}

/**
 * Sends one-time codes and links to set passwords. An embedding app can replace it (`Replacements.codeSender`), for example to call the interface of an
 * SMS provider.
 *
 * @example
 * const codeSender: CodeSender = {
 *   async send({ channel, to, text }, signal) {
 *     if (channel !== 'sms') throw new Error('only phone numbers have a provider')
 *     const response = await fetch('https://sms.example.com/messages', {
 *       method: 'POST',
 *       headers: { authorization: `Bearer ${process.env.SMS_KEY}`, 'content-type': 'application/json' },
 *       body: JSON.stringify({ to, text }),
 *       signal,
 *     })
 *     if (!response.ok) throw new Error(`the SMS provider responded with status ${response.status}`)
 *   },
 * }
 * const service = await createService({ login: { methods: ['password', 'code'], code: { channels: ['sms'] } } }, { codeSender })
 */
export interface CodeSender {
  /**
   * Sends a message. Rejects if it cannot be sent; the message of the error is logged once per outage.
   *
   * @param signal is aborted when the time limit has passed or the service ends.
   */
  send(message: CodeMessage, signal: AbortSignal): Promise<void>
  /** Called when the service ends. */
  close?(): Promise<void>
}

/** A message that could not be sent. Its text names the reason without the code and the address. */
export class CodeNotSent extends Error {
  /** What the server responded, for an operator who tests the settings. It may contain the address. */
  readonly response: string

  constructor(message: string, response = '') {
    super(message)
    this.name = 'CodeNotSent'
    this.response = response
  }
}
