/**
 * Returns how well two samples can be distinguished: the area under the ROC curve, which is the probability that a
 * value of the first is greater than one of the second. 0.5: not at all. 0 or 1: always.
 */
export function areaUnderCurve(first: readonly number[], second: readonly number[]): number {
  const ranked = [
    ...first.map((value) => ({ value, own: true })),
    ...second.map((value) => ({ value, own: false })),
  ]
  ranked.sort((a, b) => a.value - b.value)
  let rankSum = 0
  for (let from = 0; from < ranked.length; ) {
    let to = from
    while (to < ranked.length && ranked[to]?.value === ranked[from]?.value) to++
    // Equal values share the mean of their ranks.
    const rank = (from + 1 + to) / 2
    rankSum += rank * ranked.slice(from, to).filter(({ own }) => own).length
    from = to
  }
  return (rankSum - (first.length * (first.length + 1)) / 2) / (first.length * second.length)
}
