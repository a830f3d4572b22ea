/**
 * The sum of all samples of a metric that carry some labels.
 *
 * @param text in the Prometheus text format (https://prometheus.io/docs/instrumenting/exposition_formats/)
 */
export function sumOf(text: string, metric: string, labels: Readonly<Record<string, string>> = {}): number {
  let sum = 0;
  for (const line of text.split('\n')) {
    const sample = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)/.exec(line);
    if (sample === null || sample[1] !== metric) continue;
    const own = new Map([...(sample[2] ?? '').matchAll(/(\w+)="([^"]*)"/g)].map((pair) => [pair[1], pair[2]]));
    if (Object.entries(labels).every(([name, value]) => own.get(name) === value)) sum += Number(sample[3]);
  }
  return sum;
}
