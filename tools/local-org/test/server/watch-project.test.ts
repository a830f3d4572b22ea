import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { ProjectTestResult } from '../../src/server/project-tests.js';
import { watchProjectTests } from '../../src/server/watch-project.js';

const META = `<?xml version="1.0" encoding="UTF-8"?>
<ApexClass xmlns="http://soap.sforce.com/2006/04/metadata"><apiVersion>66.0</apiVersion><status>Active</status></ApexClass>`;

describe('a project that is watched', function () {
  this.timeout(120_000);
  let project: string;
  let seen: (ProjectTestResult | Error)[];
  let noticed: () => void;
  const until = new AbortController();
  let watching: Promise<void>;

  const writeProject = (text: string): void => writeFileSync(join(project, 'sfdx-project.json'), text);
  const classes = (): string => join(project, 'app', 'main', 'default', 'classes');
  function writeClass(name: string, body: string): void {
    mkdirSync(classes(), { recursive: true });
    writeFileSync(join(classes(), `${name}.cls`), body);
    writeFileSync(join(classes(), `${name}.cls-meta.xml`), META);
  }
  /** The first thing that is told from now on and fits: an editor's steps may be told one by one. */
  async function next(fits: (told: ProjectTestResult | Error) => boolean): Promise<ProjectTestResult | Error> {
    for (;;) {
      const told = seen.shift();
      if (told === undefined) await Promise.race([new Promise<void>((resolve) => (noticed = resolve)), watching]);
      else if (fits(told)) return told;
    }
  }
  const figures = (told: ProjectTestResult | Error): object =>
    told instanceof Error ? told : { classes: told.classes, passed: told.passed, failed: told.failed };

  before(() => {
    project = mkdtempSync(join(tmpdir(), 'watched-'));
    writeProject('{ "packageDirectories": [{ "path": "app", "default": true }] }');
    writeClass('Doubler', 'public class Doubler { public static Integer of(Integer n) { return n * 2; } }');
    writeClass(
      'DoublerTest',
      '@IsTest private class DoublerTest { @IsTest static void doubles() { Assert.areEqual(4, Doubler.of(2)); } }'
    );
    seen = [];
    const tell = (told: ProjectTestResult | Error): void => {
      seen.push(told);
      noticed?.();
    };
    const options = {
      project,
      keepGoing: false,
      filter: null,
      coverage: false,
      permissionSets: 'all' as const,
      onProgress: () => undefined
    };
    watching = watchProjectTests(options, until.signal, tell, tell);
  });
  after(async () => {
    until.abort();
    await watching;
    rmSync(project, { recursive: true, force: true });
  });

  it('is tested at once', async () => {
    expect(figures(await next(() => true))).to.deep.equal({ classes: 2, passed: 1, failed: 0 });
  });

  it('is tested again when a class changes', async () => {
    writeClass('Doubler', 'public class Doubler { public static Integer of(Integer n) { return n + 3; } }');
    const told = await next((each) => !(each instanceof Error) && each.failed > 0);
    expect(figures(told)).to.deep.equal({ classes: 2, passed: 0, failed: 1 });
    expect((told as ProjectTestResult).failures[0]?.message).to.contain('Expected: 4, Actual: 5');
  });

  it('says what keeps it from being read, and goes on when that is mended', async () => {
    writeProject('{ "packageDirectories": [');
    expect((await next((each) => each instanceof Error)) as Error)
      .to.have.property('message')
      .that.contains('sfdx-project.json');
    writeProject('{ "packageDirectories": [{ "path": "app", "default": true }] }');
    writeClass('Doubler', 'public class Doubler { public static Integer of(Integer n) { return n + n; } }');
    const told = await next((each) => !(each instanceof Error) && each.passed > 0);
    expect(figures(told)).to.deep.equal({ classes: 2, passed: 1, failed: 0 });
  });

  it('no longer has what was deleted', async () => {
    rmSync(join(classes(), 'DoublerTest.cls'));
    rmSync(join(classes(), 'DoublerTest.cls-meta.xml'));
    const told = await next((each) => !(each instanceof Error) && each.classes === 1);
    expect(figures(told)).to.deep.equal({ classes: 1, passed: 0, failed: 0 });
  });

  it('is left alone at the signal', async () => {
    until.abort();
    await watching;
  });
});
