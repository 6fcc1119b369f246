import {
  ColumnHeightOutlined,
  DesktopOutlined,
  GlobalOutlined,
  MoonOutlined,
  SunOutlined,
  VerticalAlignMiddleOutlined,
} from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { DENSITIES, THEMES, useAppearance } from '../appearance/appearance.tsx'
import { useLanguage, useTexts } from '../language/language.tsx'
import { LANGUAGES, nameOfLanguage } from '../language/texts.ts'

const THEME_ICONS = { light: <SunOutlined />, dark: <MoonOutlined />, system: <DesktopOutlined /> }
const DENSITY_ICONS = { comfortable: <ColumnHeightOutlined />, compact: <VerticalAlignMiddleOutlined /> }

export function LanguageChoice() {
  const { language, setLanguage, texts } = useLanguage()
  const items = LANGUAGES.map((key) => ({ key, label: nameOfLanguage(key), onClick: () => setLanguage(key) }))
  return (
    <Dropdown trigger={['click']} menu={{ items, selectedKeys: [language] }}>
      <Button type="text" icon={<GlobalOutlined />} aria-label={texts.language} />
    </Dropdown>
  )
}

/** Chooses the theme and the density. Both are saved in the browser. */
export function AppearanceChoice() {
  const { theme, density, chooseTheme, chooseDensity } = useAppearance()
  const { appearance } = useTexts()
  const themes = THEMES.map((key) => ({
    key,
    icon: THEME_ICONS[key],
    label: appearance[key],
    onClick: () => chooseTheme(key),
  }))
  const densities = DENSITIES.map((key) => ({
    key,
    icon: DENSITY_ICONS[key],
    label: appearance[key],
    onClick: () => chooseDensity(key),
  }))
  const items = [...themes, { type: 'divider' as const }, ...densities]
  return (
    <Dropdown trigger={['click']} menu={{ items, selectedKeys: [theme, density] }}>
      <Button type="text" icon={THEME_ICONS[theme]} aria-label={appearance.title} />
    </Dropdown>
  )
}
