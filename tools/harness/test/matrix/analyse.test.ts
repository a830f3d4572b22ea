import { expect } from 'chai';
import { fileURLToPath } from 'node:url';
import { analyse } from '../../src/matrix/analyse.js';
import { matrixOfProject } from '../../src/matrix/fromProject.js';
import type { RetryRule } from '../../src/matrix/rule.js';
import { findProject } from '../../src/run/project.js';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

const rule = (name: string, precedence: number, columns: Partial<RetryRule>): RetryRule => ({
  name,
  active: true,
  precedence,
  endpoint: null,
  statusFrom: null,
  statusTo: null,
  exceptionKind: null,
  bodyPath: null,
  bodyValue: null,
  outcome: 'Transient',
  delaySource: null,
  responsible: null,
  ...columns
});

const statuses = (from: number, to: number): Partial<RetryRule> => ({ statusFrom: from, statusTo: to });

/** Names every outcome once. */
const COMPLETE = [
  ...['Timeout', 'Connection', 'Configuration', 'Other'].map((kind, index) =>
    rule(kind, index, { exceptionKind: kind })
  ),
  rule('Answers', 9000, statuses(200, 599))
];

const without = (name: string): RetryRule[] => COMPLETE.filter((each) => each.name !== name);
const found = (rules: RetryRule[], endpoints: string[] = []): [string, string | null][] =>
  analyse({ rules, endpoints }).map(({ kind, rule: name }) => [kind, name]);
const messages = (rules: RetryRule[]): string[] => analyse({ rules, endpoints: [] }).map(({ message }) => message);

describe('check of the retry matrix', () => {
  it('finds nothing in a complete matrix', () => {
    expect(found(COMPLETE)).to.deep.equal([]);
  });

  it('finds nothing in the matrix of this project', () => {
    expect(analyse(matrixOfProject(findProject(ROOT)))).to.deep.equal([]);
  });

  describe('gaps', () => {
    it('names statuses that no rule names, with what the default does', () => {
      const rules = [...without('Answers'), rule('A', 100, statuses(200, 404)), rule('B', 110, statuses(502, 599))];

      expect(messages(rules)).to.deep.equal([
        'No rule for all endpoints names HTTP 405–407; the default decides: Permanent.',
        'No rule for all endpoints names HTTP 408; the default decides: Transient.',
        'No rule for all endpoints names HTTP 409–499; the default decides: Permanent.',
        'No rule for all endpoints names HTTP 500–501; the default decides: Transient.'
      ]);
    });

    it('names kinds of missing answers', () => {
      expect(messages(without('Other'))).to.deep.equal([
        'No rule for all endpoints names "Other" (no answer); the default decides: Transient.'
      ]);
    });

    it('counts neither rules of one endpoint, nor conditions on the body, nor inactive rules', () => {
      for (const columns of [{ endpoint: 'Remote' }, { bodyPath: 'error' }, { active: false }]) {
        const rules = [...without('Answers'), rule('Answers', 9000, { ...statuses(200, 599), ...columns })];

        const gaps = analyse({ rules, endpoints: ['Remote'] }).filter(({ kind }) => kind === 'gap');

        expect(gaps, JSON.stringify(columns)).to.have.length(5);
      }
    });
  });

  describe('shadowed rules', () => {
    it('finds a rule behind a wider one', () => {
      expect(found([...COMPLETE, rule('Late', 9001, statuses(429, 429))])).to.deep.equal([['shadowed', 'Late']]);
    });

    it('finds a rule behind several that cover it together', () => {
      const rules = [
        ...COMPLETE,
        rule('Low', 100, statuses(400, 449)),
        rule('High', 110, statuses(450, 499)),
        rule('Both', 120, statuses(440, 460))
      ];

      const [finding] = analyse({ rules, endpoints: [] });

      expect(finding).to.include({ kind: 'shadowed', rule: 'Both' });
      expect(finding?.message).to.include('Low, High');
    });

    it('leaves a rule alone of which a part is left', () => {
      expect(found([...COMPLETE, rule('Early', 100, statuses(501, 501)), rule('Rest', 110, statuses(500, 503))]))
        .to.deep //
        .equal([]);
    });

    it('knows that a condition on the body is no certain match', () => {
      const rules = [...COMPLETE, rule('Code', 100, { ...statuses(200, 299), bodyPath: 'error.code' })];

      expect(found([...rules, rule('Plain', 110, statuses(200, 299))])).to.deep.equal([]);
      expect(
        found([...rules, rule('Value', 110, { ...statuses(200, 299), bodyPath: 'error.code', bodyValue: 'x' })])
      ).to.deep.equal([['shadowed', 'Value']]);
      expect(
        found([...rules, rule('Other', 110, { ...statuses(200, 299), bodyPath: 'code', bodyValue: 'x' })])
      ).to.deep.equal([]);
    });

    it('asks rules of an endpoint first among equals, and shadows no general rule by them', () => {
      const rules = [
        ...COMPLETE,
        rule('ZSpecific', 100, { ...statuses(400, 499), endpoint: 'Remote' }),
        rule('AGeneral', 100, statuses(400, 499))
      ];

      expect(found(rules, ['Remote'])).to.deep.equal([]);
    });

    it('shadows a rule of an endpoint by general ones, not by those of another endpoint', () => {
      const specific = rule('Specific', 200, { ...statuses(409, 409), endpoint: 'Remote' });

      expect(found([...COMPLETE, rule('General', 100, statuses(409, 409)), specific], ['Remote'])).to.deep.equal([
        ['shadowed', 'Specific']
      ]);
      expect(
        found(
          [...COMPLETE, rule('Foreign', 100, { ...statuses(409, 409), endpoint: 'Else' }), specific],
          ['Remote', 'Else']
        )
      ).to.deep.equal([]);
    });

    it('does not take an inactive rule for a shadow', () => {
      expect(
        found([
          ...COMPLETE,
          rule('Off', 1, { ...statuses(200, 599), active: false }),
          rule('On', 2, statuses(200, 299))
        ])
      ).to.deep.equal([]);
    });
  });

  it('finds rules that can match nothing', () => {
    expect(
      found([
        ...COMPLETE,
        rule('Neither', 1, {}),
        rule('Backwards', 2, statuses(500, 400)),
        rule('Misspelt', 3, { exceptionKind: 'timeout' })
      ])
    ).to.deep.equal([
      ['invalid', 'Neither'],
      ['invalid', 'Backwards'],
      ['invalid', 'Misspelt']
    ]);
  });

  it('finds rules of endpoints that do not exist', () => {
    expect(found([...COMPLETE, rule('Lost', 1, { ...statuses(200, 299), endpoint: 'Gone' })])).to.deep.equal([
      ['unknown-endpoint', 'Lost']
    ]);
  });
});
