import { DesktopOutlined, GlobalOutlined, MoonOutlined, SunOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { LOOKS, type Look, useAppearance } from '../appearance/appearance.tsx'
import { useLanguage, useTexts } from '../language/language.tsx'
import { LANGUAGES, nameOfLanguage } from '../language/texts.ts'

const LOOK_ICONS = { light: <SunOutlined />, dark: <MoonOutlined />, system: <DesktopOutlined /> }

export function LanguageChoice() {
  const { language, speak, texts } = useLanguage()
  const items = LANGUAGES.map((key) => ({ key, label: nameOfLanguage(key), onClick: () => speak(key) }))
  return (
    <Dropdown trigger={['click']} menu={{ items, selectedKeys: [language] }}>
      <Button type="text" icon={<GlobalOutlined />} aria-label={texts.language} />
    </Dropdown>
  )
}

export function LookChoice() {
  const { look, choose } = useAppearance()
  const { appearance } = useTexts()
  const items = LOOKS.map((key: Look) => ({
    key,
    icon: LOOK_ICONS[key],
    label: appearance[key],
    onClick: () => choose(key),
  }))
  return (
    <Dropdown trigger={['click']} menu={{ items, selectedKeys: [look] }}>
      <Button type="text" icon={LOOK_ICONS[look]} aria-label={appearance.title} />
    </Dropdown>
  )
}
