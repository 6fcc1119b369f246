import { useCallback } from 'react'
import { useLocaleTag, useTexts } from '../language/language.tsx'
import { niceCeiling } from './scale.ts'

interface Hour {
  readonly time: string
  readonly succeeded: number
  readonly failed: number
}

const WIDTH = 960
const HEIGHT = 220
const LEFT = 44
const BOTTOM = 24
const TOP = 10
const MAX_LABELS = 8

/** Shows logins per hour, with failures stacked on successes. */
export function LoginsChart({ hours }: { readonly hours: readonly Hour[] }) {
  const { overview } = useTexts()
  const tag = useLocaleTag()
  // Scrolls to the latest hours if there is no room for all of them.
  const showLatest = useCallback((box: HTMLElement | null) => box?.scrollTo({ left: box.scrollWidth }), [])
  const sum = (key: 'succeeded' | 'failed') => hours.reduce((all, hour) => all + hour[key], 0)
  const [succeeded, failed] = [sum('succeeded'), sum('failed')]
  if (succeeded + failed === 0) return <p className="muted quiet">{overview.none}</p>

  const top = niceCeiling(Math.max(...hours.map((hour) => hour.succeeded + hour.failed)))
  const plot = HEIGHT - TOP - BOTTOM
  const y = (value: number) => TOP + plot * (1 - value / top)
  const step = (WIDTH - LEFT) / hours.length
  const every = Math.ceil(hours.length / MAX_LABELS)
  const label = (time: string): string =>
    new Date(time).toLocaleString(
      tag,
      hours.length > 30
        ? { weekday: 'short', hour: '2-digit', minute: '2-digit' }
        : { hour: '2-digit', minute: '2-digit' },
    )

  return (
    <figure className="chart">
      <figcaption>
        <span className="key key-good">{overview.succeeded}</span>
        <span className="key key-bad">{overview.failed}</span>
        <span className="muted">{overview.chartOf(succeeded, failed)}</span>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: makes it scrollable with the keyboard */}
      <section ref={showLatest} className="scroll" tabIndex={0} aria-label={overview.chart}>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={overview.chartOf(succeeded, failed)}>
          {[0, top / 2, top].map((value) => (
            <g key={value}>
              <line className="grid" x1={LEFT} x2={WIDTH} y1={y(value)} y2={y(value)} />
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
                <title>{overview.bar(label(hour.time), hour.succeeded, hour.failed)}</title>
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
                {i % every === 0 && i < hours.length - 1 && (
                  <text x={x + step / 2} y={HEIGHT - 6} textAnchor="middle">
                    {label(hour.time)}
                  </text>
                )}
              </g>
            )
          })}
        </svg>
      </section>
    </figure>
  )
}
