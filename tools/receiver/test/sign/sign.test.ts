import { Buffer } from 'node:buffer';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { Command, CommanderError } from 'commander';
import { PROFILES } from '../../src/contract.js';
import { addSign } from '../../src/sign/command.js';
import { curlLine } from '../../src/sign/curl.js';
import { signDelivery } from '../../src/sign/sign.js';
import { verify } from '../../src/verify/verify.js';
import { bodyFor, GENERIC_SCHEME, NOW, requestOf, SECRETS, sourceOf, URL_OF_SOURCE } from '../verify/support.js';

const TIME = new Date(NOW).toISOString();

interface Files {
  readonly [path: string]: string;
}

function run(args: readonly string[], files: Files = {}, input = ''): string {
  let output = '';
  const program = new Command('retrysafe-receiver').exitOverride().configureOutput({ writeErr: () => undefined });
  addSign(program, {
    environment: Object.fromEntries(
      PROFILES.map((profile) => [`SECRET_${profile.replaceAll('-', '_')}`, SECRETS[profile][0]])
    ),
    readStandardInput: () => Buffer.from(input),
    readFile: (path) => {
      const text = files[path];
      if (text === undefined) throw new Error(`ENOENT: no such file or directory, open '${path}'`);
      return Buffer.from(text);
    },
    write: (text) => void (output += text)
  });
  program.commands.forEach((command) => command.exitOverride().configureOutput({ writeErr: () => undefined }));
  program.parse(['node', 'retrysafe-receiver', 'sign', ...args]);
  return output;
}

function problemOf(...given: Parameters<typeof run>): string {
  try {
    return run(...given);
  } catch (error) {
    return error instanceof CommanderError ? `commander: ${error.message}` : (error as Error).message;
  }
}

describe('retrysafe-receiver sign', () => {
  for (const profile of PROFILES) {
    it(`prints what the receiver accepts for ${profile}`, () => {
      const files = { 'body.txt': bodyFor(profile), 'scheme.yaml': JSON.stringify(GENERIC_SCHEME) };
      const scheme = profile === 'generic' ? ['--scheme', 'scheme.yaml'] : [];
      const secret = ['--secret-env', `SECRET_${profile.replaceAll('-', '_')}`];
      const args = [
        '--profile',
        profile,
        ...secret,
        ...scheme,
        '--body',
        'body.txt',
        '--url',
        URL_OF_SOURCE,
        '--time',
        TIME
      ];
      const printed = JSON.parse(run([...args, '--format', 'json'], files)) as {
        method: string;
        url: string;
        headers: Record<string, string>;
        body: string;
      };
      const request = requestOf({ ...printed, body: Buffer.from(printed.body) });
      expect(verify(sourceOf(profile), request).accepted).to.equal(true);
    });
  }

  it('prints one header a line', () => {
    const args = ['--profile', 'github', '--secret-stdin', '--body', 'b', '--url', URL_OF_SOURCE];
    expect(run(args, { b: 'Hello, World!' }, `${SECRETS.github[0]}\n`)).to.equal(
      'content-type: application/json\n' +
        'x-hub-signature-256: sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17\n'
    );
  });

  it('reads the body from standard input', () => {
    const args = ['--profile', 'github', '--secret-env', 'SECRET_github', '--body', '-', '--url', URL_OF_SOURCE];
    expect(run(args, {}, 'Hello, World!')).to.contain(
      '757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17'
    );
  });

  it('says what is wrong without showing a secret', () => {
    const base = ['--body', 'b', '--url', URL_OF_SOURCE];
    const files = { b: '{}', 'bad.yaml': 'algorithm: md5', secret: '' };
    const cases: [readonly string[], string][] = [
      [['--profile', 'github', ...base], 'Say where the secret is: --secret-env NAME or --secret-stdin.'],
      [['--profile', 'github', '--secret-env', 'NONE', ...base], 'The environment variable NONE is not set.'],
      [['--profile', 'github', '--secret-stdin', ...base], 'There was no secret on standard input.'],
      [
        ['--profile', 'adyen', '--secret-env', 'SECRET_stripe', ...base],
        'The secret is not of the form that adyen uses: hexadecimal digits.'
      ],
      [
        ['--profile', 'adyen', '--secret-env', 'SECRET_adyen', ...base],
        'The body is no notification: notificationItems[] with NotificationRequestItem each.'
      ],
      [
        ['--profile', 'generic', '--secret-env', 'SECRET_generic', ...base],
        'The profile generic needs --scheme FILE, with the scheme as configured.'
      ],
      [
        ['--profile', 'github', '--secret-env', 'SECRET_github', '--scheme', 'x', ...base],
        '--scheme goes with --profile generic only.'
      ],
      [
        ['--profile', 'github', '--secret-env', 'SECRET_github', '--body', 'none', '--url', URL_OF_SOURCE],
        "--body: ENOENT: no such file or directory, open 'none'"
      ]
    ];
    for (const [args, message] of cases) expect(problemOf(args, files)).to.equal(message);
    const generic = ['--profile', 'generic', '--secret-env', 'SECRET_generic', '--scheme', 'bad.yaml', ...base];
    expect(problemOf(generic, files)).to.match(/^bad\.yaml is no scheme: .*signatureHeader/);
    expect(problemOf(['--profile', 'nobody', ...base], files)).to.match(/^commander: .*Allowed choices are/);
    expect(problemOf(['--profile', 'github', '--body', 'b', '--url', 'localhost'], files)).to.contain(
      'complete address'
    );
    expect(problemOf(['--profile', 'github', '--secret-stdin', '--body', '-', '--url', URL_OF_SOURCE])).to.contain(
      'both secret and body'
    );
  });
});

describe('the curl line', () => {
  it('survives the shell, whatever it contains', function () {
    if (process.platform === 'win32') this.skip();
    const folder = mkdtempSync(join(tmpdir(), 'retrysafe-sign-'));
    try {
      const body = `{"name":"it's $HOME \`x\` \\\\ \\"quoted\\"", "n":1}`;
      const file = join(folder, "it's a body.json");
      writeFileSync(file, body);
      // Stands for curl and writes down what it was given.
      writeFileSync(join(folder, 'curl'), '#!/bin/sh\nfor argument in "$@"; do printf "%s\\0" "$argument"; done\n', {
        mode: 0o755
      });
      const signed = signDelivery({ profile: 'github', secret: 'secret', url: `${URL_OF_SOURCE}?a='b'`, body });
      const given = (line: string): string[] =>
        execFileSync('/bin/sh', ['-c', line], { env: { PATH: folder } })
          .toString()
          .split('\0')
          .slice(0, -1);
      const fromFile = given(curlLine(signed, { path: file, content: readFileSync(file) }));
      expect(fromFile).to.include.members([`${URL_OF_SOURCE}?a='b'`, '--data-binary', `@${file}`]);
      expect(given(curlLine(signed)).slice(-2)).to.deep.equal(['--data-raw', body]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
