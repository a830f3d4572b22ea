import { fill, fact, table } from './parts.js';

const TOKEN = 'local-org-token';
const EVERY_MS = 2000;
const API = '/services/data/v66.0';

const at = (id) => document.getElementById(id);
let paused = false;
let busy = false;
/** The lines of the log that is open. */
let logLines = [];

class Refused extends Error {}

/** One answer of the org. @throws Refused when the token is no good. */
async function ask(path, read = (response) => response.json()) {
  const response = await fetch(path, { headers: { authorization: `Bearer ${sessionStorage.getItem(TOKEN) ?? ''}` } });
  if (response.ok) return read(response);
  const [error] = await response.json().catch(() => [{ message: response.statusText }]);
  if (response.status === 401 || response.status === 403) throw new Refused(error.message);
  throw new Error(error.message);
}

async function refresh() {
  const token = sessionStorage.getItem(TOKEN);
  if (busy || !token) return;
  busy = true;
  try {
    const [status, limits] = await Promise.all([ask('/local-org/v1/status'), ask(`${API}/limits`)]);
    // Who has logged out meanwhile wants to see nothing.
    if (sessionStorage.getItem(TOKEN) !== token) return;
    showLogin(false);
    show(status, limits);
    at('problem').textContent = '';
    at('freshness').textContent = paused ? 'paused' : 'every 2 seconds';
  } catch (error) {
    if (error instanceof Refused) {
      sessionStorage.removeItem(TOKEN);
      showLogin(true, error.message);
    } else {
      at('problem').textContent = `The org does not answer: ${error.message}. What you see is what it said last.`;
    }
  } finally {
    busy = false;
  }
}

function show(status, limits) {
  const { org, clock, queue } = status;
  document.title = `Local org ${org.id}`;
  fill(at('org'), [
    fact('id', org.id),
    fact('version', org.version),
    fact('running for', duration(status.now - org.startedAt)),
    fact('clock', `${moment(clock.now)}${clock.frozen ? ' (stands)' : ''}`)
  ]);
  fill(at('transactions'), [
    table(
      'No transaction is running.',
      ['Slot', 'What', 'User', '#For', 'State', 'Waits for', 'Statement'],
      status.transactions.map((one) => [
        one.slot,
        one.operation ?? '',
        one.user ?? '',
        duration(one.forMs),
        { text: one.state, tone: one.waitsFor.length > 0 ? 'warn' : '' },
        one.waitsFor.map((slot) => `slot ${slot}`).join(', '),
        { text: one.statement, code: true }
      ])
    )
  ]);
  fill(at('queue'), [
    fact('running', queue.running),
    fact('due', queue.due),
    fact('later', queue.later),
    fact('events under way', queue.delivering),
    ...(queue.paused ? [fact('the queue is', 'paused')] : [])
  ]);
  fill(at('jobs'), [
    table(
      'No asynchronous job yet.',
      ['Class', 'Kind', 'State', 'Created', 'Error'],
      status.jobs.map((job) => [
        [job.ApexClass?.Name, job.MethodName].filter(Boolean).join('.'),
        job.JobType,
        { text: job.Status, tone: job.Status === 'Failed' ? 'bad' : '' },
        moment(job.CreatedDate),
        { text: job.ExtendedStatus ?? '', long: true }
      ])
    )
  ]);
  fill(at('scheduled'), [
    table(
      'Nothing is scheduled.',
      ['Name', 'State', 'Next'],
      status.scheduled.map((job) => [job.CronJobDetail?.Name ?? job.Id, job.State, moment(job.NextFireTime)])
    )
  ]);
  fill(at('errors'), [
    table(
      'None. Exceptions of Apex are in the answers and in the debug logs.',
      ['When', 'Error'],
      status.errors.map((error) => [moment(error.at), { text: error.text, code: true }])
    )
  ]);
  fill(at('logs'), [
    table(
      'No debug log yet. sf apex tail log, or a trace flag, makes some.',
      ['Log', 'User', 'Outcome', 'Started', '#Took', '#Size'],
      status.logs.map((log) => [
        { text: log.Operation, run: () => openLog(log) },
        log.LogUser?.Name ?? '',
        { text: log.Status, tone: log.Status === 'Success' ? '' : 'bad' },
        moment(log.StartTime),
        `${log.DurationMilliseconds} ms`,
        `${Math.ceil(log.LogLength / 1024)} KB`
      ])
    )
  ]);
  const used = Object.entries(limits).sort(([, one], [, other]) => share(other) - share(one));
  fill(at('limits'), [
    table(
      '',
      ['Limit', '#Used', '#Of'],
      used.map(([name, limit]) => [name, number(limit.Max - limit.Remaining), number(limit.Max)])
    )
  ]);
  fill(at('components'), [
    table(
      'Nothing has been deployed.',
      ['Type', '#Count'],
      status.components.map(({ type, count }) => [type, number(count)])
    )
  ]);
}

async function openLog(log) {
  at('viewer-title').textContent = `${log.Operation}, ${moment(log.StartTime)}`;
  at('filter').value = '';
  at('viewer').showModal();
  try {
    const text = await ask(`${API}/tooling/sobjects/ApexLog/${log.Id}/Body`, (response) => response.text());
    logLines = text.split('\n');
  } catch (error) {
    logLines = [`The log could not be read: ${error.message}`];
  }
  showLines();
}

function showLines() {
  const wanted = at('filter').value.toLowerCase();
  const lines = wanted === '' ? logLines : logLines.filter((line) => line.toLowerCase().includes(wanted));
  at('viewer-count').textContent = `${lines.length} of ${logLines.length} lines`;
  at('viewer-text').textContent = lines.join('\n');
}

function showLogin(wanted, refusal = '') {
  at('login').hidden = !wanted;
  at('status').hidden = wanted;
  at('controls').hidden = wanted;
  at('refusal').textContent = refusal;
  if (wanted) at('token').focus();
}

const share = (limit) => (limit.Max - limit.Remaining) / limit.Max;
const number = (value) => value.toLocaleString('en');
const moment = (value) => (value ? new Date(value).toLocaleString() : '');

function duration(milliseconds) {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = Math.floor(milliseconds / 1000);
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

at('login').addEventListener('submit', (event) => {
  event.preventDefault();
  sessionStorage.setItem(TOKEN, at('token').value.trim());
  at('token').value = '';
  void refresh();
});
at('leave').addEventListener('click', () => {
  sessionStorage.removeItem(TOKEN);
  showLogin(true);
});
at('pause').addEventListener('click', () => {
  paused = !paused;
  at('pause').setAttribute('aria-pressed', String(paused));
  at('freshness').textContent = paused ? 'paused' : 'every 2 seconds';
});
at('filter').addEventListener('input', showLines);
at('close').addEventListener('click', () => at('viewer').close());
setInterval(() => {
  if (!paused && !at('viewer').open && document.visibilityState === 'visible') void refresh();
}, EVERY_MS);

if (sessionStorage.getItem(TOKEN)) void refresh();
else showLogin(true);
