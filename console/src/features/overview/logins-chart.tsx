import { useCallback, useState } from 'react'
import { useLocaleTag, useTexts } from '../../shell/language/language.tsx'
import { clockText } from '../../shell/page/time-text.ts'
import { hoursPerLabel, niceCeiling } from './scale.ts'

interface Hour {
  readonly time: string
  readonly succeeded: number
  readonly failed: number
}

const INITIAL_WIDTH = 960
const HEIGHT = 220
const LEFT = 44
const BOTTOM = 24
const TOP = 10
const LABEL_WIDTH = 64

/** Shows logins per hour, with failures stacked on successes. */
export function LoginsChart({ hours }: { readonly hours: readonly Hour[] }) {
  const { overview } = useTexts()
  const tag = useLocaleTag()
  const [width, setWidth] = useState(INITIAL_WIDTH)
  // The chart has the width of its box, so that its text has the same size on a phone.
  const measure = useCallback((box: HTMLElement) => {
    const observer = new ResizeObserver(() => setWidth(box.clientWidth))
    observer.observe(box)
    return () => observer.disconnect()
  }, [])
  const sum = (key: 'succeeded' | 'failed') => hours.reduce((all, hour) => all + hour[key], 0)
  const [succeeded, failed] = [sum('succeeded'), sum('failed')]
  if (succeeded + failed === 0) return <p className="muted quiet">{overview.none}</p>

  const top = niceCeiling(Math.max(...hours.map((hour) => hour.succeeded + hour.failed)))
  const plot = HEIGHT - TOP - BOTTOM
  const y = (value: number) => TOP + plot * (1 - value / top)
  // A box that is about to be removed has no width.
  const step = Math.max(0, width - LEFT) / hours.length
  const hourOf = (time: string) => new Date(time).getHours()
  const isLabelled = (time: string) =>
    hourOf(time) % hoursPerLabel(hours.length, (width - LEFT) / LABEL_WIDTH) === 0
  const weekday = (time: string): string => new Date(time).toLocaleDateString(tag, { weekday: 'short' })
  const hasDays = hours.length > 24
  const label = (time: string): string => (hasDays && hourOf(time) === 0 ? weekday(time) : clockText(time))
  const fullLabel = (time: string): string =>
    hasDays ? `${weekday(time)} ${clockText(time)}` : clockText(time)

  return (
    <figure className="chart" ref={measure}>
      <figcaption>
        <span className="key key-good">{overview.succeeded}</span>
        <span className="key key-bad">{overview.failed}</span>
        <span className="muted">{overview.chartOf(succeeded, failed)}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        height={HEIGHT}
        role="img"
        aria-label={overview.chartOf(succeeded, failed)}
      >
        {[0, top / 2, top].map((value) => (
          <g key={value}>
            <line className="grid" x1={LEFT} x2={width} y1={y(value)} y2={y(value)} />
            <text x={LEFT - 8} y={y(value) + 4} textAnchor="end">
              {value.toLocaleString(tag)}
            </text>
          </g>
        ))}
        {hours.map((hour, i) => {
          const x = LEFT + i * step
          const whole = hour.succeeded + hour.failed
          return (
            <g key={hour.time} className="bar">
              <title>{overview.bar(fullLabel(hour.time), hour.succeeded, hour.failed)}</title>
              <rect className="hit" x={x} y={TOP} width={step} height={plot} />
              <rect
                className="good"
                x={x + step * 0.15}
                width={step * 0.7}
                y={y(hour.succeeded)}
                height={plot + TOP - y(hour.succeeded)}
              />
              <rect
                className="bad"
                x={x + step * 0.15}
                width={step * 0.7}
                y={y(whole)}
                height={y(hour.succeeded) - y(whole)}
              />
              {isLabelled(hour.time) && (
                <text x={x + step / 2} y={HEIGHT - 6} textAnchor="middle">
                  {label(hour.time)}
                </text>
              )}
            </g>
          )
        })}
      </svg>
    </figure>
  )
}
