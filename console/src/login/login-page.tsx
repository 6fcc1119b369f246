import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Form, Input, type InputRef } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { api, type LoginRequest } from '../api.ts'
import { Brand, useAppConfig } from '../frame/brand.tsx'
import { DevBanner } from '../frame/dev-banner.tsx'
import { LanguageChoice, LookChoice } from '../frame/preferences.tsx'
import { useTexts } from '../language/language.tsx'
import { busy } from '../page/busy.tsx'
import { ApiError } from '../response.ts'
import { OWN_INFO } from '../session/own-session.tsx'
import { noteSessionEnd } from '../session/session-end.ts'
import { Captcha, useCaptcha } from './captcha.tsx'
import { returnPath } from './return-path.ts'

type Values = Pick<LoginRequest, 'username' | 'password' | 'code'>

/** The state of a redirect to the login page. */
export default function LoginPage() {
  const { login, problem } = useTexts()
  const config = useAppConfig()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const { state } = useLocation()
  const [form] = Form.useForm<Values>()
  const code = useRef<InputRef>(null)
  const captcha = useCaptcha(config?.captchaRequired ?? false)
  const [refusal, setRefusal] = useState<string>()
  const [isSending, setIsSending] = useState(false)
  const from = returnPath(params.get('from'))
  const reason: unknown = state?.message
  useEffect(() => {
    document.title = `${login.title} · Castellan`
  }, [login])

  async function send(values: Values): Promise<void> {
    setIsSending(true)
    setRefusal(undefined)
    try {
      const { expire } = await api.login({ ...values, ...(captcha.uuid ? { uuid: captcha.uuid } : {}) })
      // The own info shows whether the browser stored the cookie.
      const own = await api.ownInfo().catch((error: unknown) => {
        throw error instanceof ApiError && error.code === 401 ? new ApiError(401, login.cookieLost) : error
      })
      noteSessionEnd(expire)
      client.clear()
      client.setQueryData(OWN_INFO, own)
      await navigate(from, { replace: true })
    } catch (error) {
      setRefusal(error instanceof ApiError ? error.message : problem.crashed)
      // A captcha is valid for one attempt.
      captcha.renew()
      form.setFieldValue('code', '')
      code.current?.focus()
    } finally {
      setIsSending(false)
    }
  }

  return (
    <div className="login">
      <DevBanner />
      <div className="login-preferences">
        <LanguageChoice />
        <LookChoice />
      </div>
      <main className="login-card card">
        <Brand />
        <h1>{login.title}</h1>
        {refusal === undefined && typeof reason === 'string' && (
          <Alert type="info" showIcon title={from === '/' ? reason : `${reason} ${login.back}`} />
        )}
        <div aria-live="assertive">{refusal && <Alert type="error" showIcon title={refusal} />}</div>
        <Form form={form} layout="vertical" onFinish={send} requiredMark={false} validateTrigger="onSubmit">
          <Form.Item name="username" label={login.username} rules={[{ required: true, message: '' }]}>
            <Input autoFocus autoComplete="username" maxLength={64} size="large" />
          </Form.Item>
          <Form.Item name="password" label={login.password} rules={[{ required: true, message: '' }]}>
            <Input.Password autoComplete="current-password" maxLength={256} size="large" />
          </Form.Item>
          {config?.captchaRequired && (
            <Form.Item label={login.captcha} htmlFor="code" extra={captcha.problem ?? login.captchaHint}>
              <div className="captcha-row">
                <Form.Item name="code" noStyle rules={[{ required: true, message: '' }]}>
                  <Input
                    ref={code}
                    autoComplete="off"
                    autoCapitalize="off"
                    spellCheck={false}
                    maxLength={64}
                    size="large"
                  />
                </Form.Item>
                <Captcha captcha={captcha} />
              </div>
            </Form.Item>
          )}
          <Button type="primary" htmlType="submit" size="large" block loading={busy(isSending)}>
            {login.submit}
          </Button>
        </Form>
      </main>
    </div>
  )
}
