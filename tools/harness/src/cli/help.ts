import { NEGATIVE_CONTROLS } from '../controls/catalogue.js';
import { SCENARIOS } from '../scenarios/catalogue.js';

/** What `--help` prints; names come from the catalogues, so that they cannot be out of date. */
export function helpText(): string {
  const list = (items: readonly { name: string; text: string }[]): string => {
    const width = Math.max(...items.map((item) => item.name.length)) + 2;
    return items.map((item) => `  ${item.name.padEnd(width)}${item.text}`).join('\n');
  };
  return `Deploys the project with the Salesforce CLI, runs scenarios against it and checks what happened.

USAGE
  npm run load-test -- [options]

OPTIONS
${list([
  {
    name: '-o, --target-org ALIAS',
    text: 'Scratch org or sandbox that `sf` is logged in to. Default: a new local org.'
  },
  { name: '--profile NAME', text: 'How much to do: smoke, standard (default) or soak; files of config/load-profiles.' },
  { name: '--scenario NAME', text: 'Only this scenario; may be repeated, or hold several names with commas.' },
  { name: '--negative-controls', text: 'Also run every negative control; --no-negative-controls: none of them.' },
  { name: '--negative-control NAME', text: 'Only this negative control, and no scenarios but those of --scenario.' },
  {
    name: '--all-scenarios',
    text: 'Show each negative control to every scenario, not only to the one that must notice it.'
  },
  { name: '--minutes NUMBER', text: 'Repeat the scenarios, round after round, until so many minutes have passed.' },
  { name: '--seed NUMBER', text: 'Repeats the schedule of an earlier run. Default: a new one, shown in the report.' },
  { name: '--concurrency NUMBER', text: 'Requests in flight at once, 2 to 500. Default: of the profile.' },
  {
    name: '--report-dir FOLDER',
    text: 'Where to write the report. Default: a new folder in reports, linked as latest.'
  },
  { name: '--record FOLDER', text: 'Also keep the outcomes, for a comparison with another org.' },
  {
    name: '--compare FOLDER FOLDER',
    text: 'Run nothing; show in what two recorded runs differ. Ends with 1 if they do.'
  },
  { name: '--keep-data', text: 'Leave the test data in the org of --target-org.' },
  { name: '--allow-production', text: 'Ask for permission to use a production org, which is refused otherwise.' },
  { name: '--no-deploy', text: 'The project is already deployed to the org of --target-org.' },
  { name: '--json', text: 'Print results.json instead of the table.' },
  { name: '-h, --help', text: 'Show this.' }
])}

SCENARIOS
${list(SCENARIOS.map((scenario) => ({ name: scenario.name, text: scenario.proves })))}

NEGATIVE CONTROLS
${list(NEGATIVE_CONTROLS.map((control) => ({ name: control.name, text: `${control.breaks} Caught by ${control.caughtBy}.` })))}

REPORT
${list([
  { name: 'report.html', text: 'Verdicts, findings and charts on one page that needs nothing else.' },
  { name: 'results.json', text: 'Verdicts, numbers and findings, by a published schema.' },
  { name: 'history.jsonl', text: 'Every attempt and every answer, one entry a line.' },
  { name: 'junit.xml', text: 'The verdicts for a pipeline.' }
])}

EXIT CODES
${list([
  { name: '0', text: 'valid: everything held, every negative control that was run was caught.' },
  { name: '1', text: 'invalid: a guarantee is broken, or a negative control escaped.' },
  { name: '2', text: 'bad usage: nothing was run.' },
  { name: '3', text: 'unknown: it could not be told, or the run was interrupted.' }
])}

EXAMPLES
  npm run load-test
  npm run load-test -- --scenario concurrent-duplicates --seed 42
  npm run load-test -- --profile soak --minutes 10
  npm run load-test -- --profile smoke --negative-controls
  npm run load-test -- --target-org my-scratch-org --profile smoke
  npm run load-test -- --record here --seed 7 && npm run load-test -- -o my-org --record there --seed 7
  npm run load-test -- --compare here there
`;
}
