import { tell } from 'c/consoleStoryText';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const at = (minutes) => new Date(NOW + minutes * 60_000).toISOString();
const DISPATCH = {
  kind: 'dispatch',
  workKey: 'fulfil:SO-1',
  scope: 'Fulfillment_Service',
  status: 'Exhausted',
  waitingFor: 'Operator',
  attempts: 5,
  maxAttempts: 5,
  createdAt: at(-180),
  lastAttemptAt: at(-60),
  category: 'Transient',
  httpStatus: 503,
  detail: 'Rule Server_Error.',
  responsible: 'Fulfilment team',
  replays: [],
  findings: []
};
const text = (story) => tell({ ...DISPATCH, ...story }, NOW).sentences.join(' ');
const next = (story) => tell({ ...DISPATCH, ...story }, NOW).next;

describe('the story of a dispatch', () => {
  it('begins with the key and ends with what to do', () => {
    expect(tell(DISPATCH, NOW)).toEqual({
      sentences: [
        'The dispatch fulfil:SO-1 for Fulfillment Service was stored 3 hours ago.',
        'It has had 5 of 5 attempts.',
        'The latest one ended 1 hour ago: transient.',
        'HTTP status 503.',
        'Detail: Rule Server_Error.',
        'The automatic attempts are used up. Nothing more happens by itself.'
      ],
      next: 'Ask Fulfilment team to mend the cause, then replay it with a reason.',
      tone: 'error'
    });
  });

  it.each([
    [
      'Pending',
      { attempts: 0, category: undefined, waitingFor: 'Job' },
      'No attempt has begun. It waits for a worker.'
    ],
    ['Succeeded', { waitingFor: undefined, completedAt: at(-5) }, 'It was finished 5 minutes ago.'],
    ['Rejected', { waitingFor: undefined, completedAt: at(-5) }, 'It was refused for good 5 minutes ago.'],
    ['Cancelled', { waitingFor: undefined }, 'It was withdrawn before the first attempt; nothing was sent.'],
    ['Retry Scheduled', { waitingFor: 'Job', nextAttemptAt: at(10) }, 'The next attempt is due in 10 minutes.'],
    [
      'Retry Scheduled',
      { waitingFor: 'Job', nextAttemptAt: at(-10) },
      'The next attempt has been due since Mar 1, 2026'
    ],
    ['In Flight', { waitingFor: 'Job', leaseExpiresAt: at(4) }, 'A worker holds it; its lease ends in 4 minutes.'],
    ['In Flight', { waitingFor: 'Job', leaseExpiresAt: at(-4) }, 'The lease of its worker ended 4 minutes ago']
  ])('tells of %s', (status, story, sentence) => {
    expect(text({ status, ...story })).toContain(sentence);
  });

  it('tells giving up from attempts that are used up', () => {
    expect(text({ attempts: 1 })).toContain('It was given up before its attempts were used up.');
    expect(text({ attempts: 1, maxAttempts: undefined })).toContain('The automatic attempts are used up.');
  });

  it('names an open circuit only while it matters', () => {
    expect(text({ circuit: 'Open' })).toContain('The circuit of the endpoint is open');
    expect(text({ circuit: 'Closed' })).not.toContain('circuit');
    expect(text({ circuit: 'Open', status: 'Succeeded', waitingFor: undefined })).not.toContain('circuit');
  });

  it('tells of replays, and of what the remote knows', () => {
    const replay = { requestedAt: at(-30), operator: 'Olga' };
    expect(text({ replays: [replay] })).toContain('It was replayed 30 minutes ago by Olga.');
    expect(text({ replays: [replay, replay] })).toContain('It was replayed 2 times, last 30 minutes ago by Olga.');
    expect(text({ remoteId: 'F-7' })).toContain('The remote knows it as F-7.');
  });

  it('says what to do next', () => {
    expect(next({ responsible: undefined })).toBe('Mend the cause, then replay it with a reason.');
    expect(next({ waitingFor: 'Job', status: 'Pending' })).toMatch(/goes on by itself/);
    expect(next({ waitingFor: 'Job', status: 'In Flight', leaseExpiresAt: at(-4) })).toMatch(/failed job/);
    expect(next({ waitingFor: undefined, status: 'Rejected' })).toMatch(/^Mend the cause at the endpoint/);
    expect(next({ waitingFor: undefined, status: 'Cancelled' })).toMatch(/again if it is needed/);
  });
});

describe('the story of a command', () => {
  const COMMAND = {
    kind: 'command',
    workKey: 'k1',
    scope: 'create-order',
    category: 'LOCK_CONTENTION',
    detail: undefined
  };

  it('leaves the attempts to the caller where they are the caller’s', () => {
    const story = { ...COMMAND, status: 'Retryable Failure', waitingFor: 'Caller', nextAttemptAt: at(1), conflicts: 2 };
    expect(text(story)).toContain('The command k1 of create-order arrived 3 hours ago.');
    expect(text(story)).toContain('lock contention.');
    expect(text(story)).toContain('it has to send the command again with the same key');
    expect(text(story)).toContain('The key came 2 times with other content');
    expect(next(story)).toBe('Ask the caller to repeat the command with the same key.');
    expect(tell({ ...DISPATCH, ...story }, NOW).tone).toBe('warning');
  });

  it('ends with a rejection that needs a new key', () => {
    expect(next({ ...COMMAND, status: 'Rejected', waitingFor: undefined })).toMatch(/new key/);
    expect(next({ ...COMMAND, status: 'Succeeded', waitingFor: undefined })).toMatch(/same outcome/);
  });
});

describe('the story of an event', () => {
  const EVENT = { kind: 'event', workKey: 'evt-1', scope: 'Payments', lastAttemptAt: undefined, httpStatus: undefined };

  it.each([
    ['Dead Letter', 'Operator', 'It is a dead letter'],
    ['Stale', undefined, 'already held something newer'],
    ['Received', 'Job', 'It waits for a job of its lane.'],
    ['Processing', 'Job', 'the batch is being halved'],
    ['Processed', undefined, 'It was applied']
  ])('tells of %s', (status, waitingFor, sentence) => {
    expect(text({ ...EVENT, status, waitingFor, completedAt: at(-1) })).toContain(sentence);
  });

  it('has no attempt to speak of before the first run', () => {
    expect(text({ ...EVENT, status: 'Received', attempts: 0, category: undefined })).not.toContain('attempt');
    expect(next({ ...EVENT, status: 'Stale', waitingFor: undefined })).toMatch(/changes nothing/);
  });
});
