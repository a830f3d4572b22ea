/**
 * Script of the report page. Plain JavaScript of the browser; it reads the data from the element `data` and the colours
 * from the style, and draws again when the reader's system changes between light and dark, and for paper.
 */
export const PAGE_SCRIPT = `
'use strict';
const data = JSON.parse(document.getElementById('data').textContent);
const charts = [];

function colours() {
  const style = getComputedStyle(document.documentElement);
  const read = (name) => style.getPropertyValue('--' + name).trim();
  return Object.fromEntries(
    ['ink', 'faint', 'line', 'valid', 'invalid', 'unknown', 'first', 'refused'].map((name) => [name, read(name)])
  );
}

function base(c, x, y) {
  const axis = (more) => ({ ticks: { color: c.faint }, grid: { color: c.line }, ...more });
  const title = (text) => ({ display: true, text, color: c.faint });
  return {
    animation: false,
    responsive: true,
    maintainAspectRatio: false,
    scales: { x: axis({ ...x, title: title(x.label) }), y: axis({ ...y, title: title(y.label) }) },
    plugins: { legend: { labels: { color: c.ink, boxWidth: 12 } } }
  };
}

function drawLatency(c) {
  const rows = data.latency;
  const series = (name, colour) => ({ label: name, data: rows.map((row) => row[name]), backgroundColor: colour });
  return {
    type: 'bar',
    data: {
      labels: rows.map((row) => row.name),
      datasets: [series('p50', c.valid), series('p95', c.first), series('p99', c.unknown), series('max', c.faint)]
    },
    options: {
      ...base(c, { type: 'logarithmic', label: 'milliseconds (logarithmic)' }, { label: '' }),
      indexAxis: 'y'
    }
  };
}

function drawOutcomes(c) {
  const { sliceMs, ok, fail, unknown } = data.outcomes;
  const series = (label, values, colour) => ({ label, data: values, backgroundColor: colour, stack: 'all' });
  return {
    type: 'bar',
    data: {
      labels: ok.map((_, index) => ((index * sliceMs) / 1000).toFixed(1)),
      datasets: [series('ok', ok, c.valid), series('refused', fail, c.refused), series('unknown', unknown, c.unknown)]
    },
    options: {
      ...base(
        c,
        { stacked: true, label: 'seconds since the first attempt' },
        { stacked: true, label: 'answers in ' + sliceMs + ' ms' }
      ),
      datasets: { bar: { barPercentage: 1, categoryPercentage: 1 } }
    }
  };
}

function drawTimeline(c) {
  const { attempts, committedBy } = data.timeline;
  const end = committedBy === null ? 0 : committedBy;
  const turn = (a) => (a.outcome === 'first' ? a.from : Math.min(a.to, Math.max(a.from, end)));
  const series = (label, colour, rangeOf) => ({
    label,
    data: attempts.map(rangeOf),
    backgroundColor: colour,
    grouped: false
  });
  const ended = (outcome, label, colour) =>
    series(label, colour, (a) => (a.outcome === outcome ? [turn(a), a.to] : null));
  const commitLine = {
    id: 'commit',
    afterDatasetsDraw(chart) {
      if (committedBy === null) return;
      const { ctx, chartArea, scales } = chart;
      const at = scales.x.getPixelForValue(committedBy);
      ctx.save();
      ctx.strokeStyle = c.ink;
      ctx.setLineDash([4, 3]);
      ctx.beginPath();
      ctx.moveTo(at, chartArea.top);
      ctx.lineTo(at, chartArea.bottom);
      ctx.stroke();
      ctx.restore();
    }
  };
  const options = base(c, { min: 0, label: 'milliseconds since the first attempt' }, { stacked: true, label: 'client' });
  options.plugins.tooltip = {
    callbacks: { label: ({ dataIndex }) => attempts[dataIndex].outcome + ': ' + attempts[dataIndex].answer }
  };
  return {
    type: 'bar',
    data: {
      labels: attempts.map((a) => a.client),
      datasets: [
        series('under way before the first was answered', c.line, (a) => (turn(a) > a.from ? [a.from, turn(a)] : null)),
        ended('first', 'first', c.first),
        ended('replayed', 'replayed', c.valid),
        ended('refused', 'refused', c.refused),
        ended('unknown', 'unknown', c.unknown)
      ]
    },
    options: { ...options, indexAxis: 'y' },
    plugins: [commitLine]
  };
}

function draw() {
  while (charts.length > 0) charts.pop().destroy();
  const c = colours();
  const put = (id, make) => {
    const canvas = document.getElementById(id);
    if (canvas !== null) charts.push(new Chart(canvas, make(c)));
  };
  put('latency', drawLatency);
  put('outcomes', drawOutcomes);
  put('timeline', drawTimeline);
}

draw();
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
// Paper is light, whatever the screen is; a chart is a picture, so it has to be drawn again.
function drawForPaper(isPaper) {
  document.documentElement.classList.toggle('printing', isPaper);
  draw();
}
addEventListener('beforeprint', () => drawForPaper(true));
addEventListener('afterprint', () => drawForPaper(false));
`;
