import {
  ColumnHeightOutlined,
  DesktopOutlined,
  GlobalOutlined,
  MoonOutlined,
  SunOutlined,
  VerticalAlignMiddleOutlined,
} from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { DENSITIES, LOOKS, useAppearance } from '../appearance/appearance.tsx'
import { useLanguage, useTexts } from '../language/language.tsx'
import { LANGUAGES, nameOfLanguage } from '../language/texts.ts'

const LOOK_ICONS = { light: <SunOutlined />, dark: <MoonOutlined />, system: <DesktopOutlined /> }
const DENSITY_ICONS = { comfortable: <ColumnHeightOutlined />, compact: <VerticalAlignMiddleOutlined /> }

export function LanguageChoice() {
  const { language, speak, texts } = useLanguage()
  const items = LANGUAGES.map((key) => ({ key, label: nameOfLanguage(key), onClick: () => speak(key) }))
  return (
    <Dropdown trigger={['click']} menu={{ items, selectedKeys: [language] }}>
      <Button type="text" icon={<GlobalOutlined />} aria-label={texts.language} />
    </Dropdown>
  )
}

/** Chooses the theme and the density. Both are saved in the browser. */
export function LookChoice() {
  const { look, density, choose, chooseDensity } = useAppearance()
  const { appearance } = useTexts()
  const looks = LOOKS.map((key) => ({
    key,
    icon: LOOK_ICONS[key],
    label: appearance[key],
    onClick: () => choose(key),
  }))
  const densities = DENSITIES.map((key) => ({
    key,
    icon: DENSITY_ICONS[key],
    label: appearance[key],
    onClick: () => chooseDensity(key),
  }))
  const items = [...looks, { type: 'divider' as const }, ...densities]
  return (
    <Dropdown trigger={['click']} menu={{ items, selectedKeys: [look, density] }}>
      <Button type="text" icon={LOOK_ICONS[look]} aria-label={appearance.title} />
    </Dropdown>
  )
}
