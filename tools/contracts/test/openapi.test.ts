import { expect } from 'chai';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { ANSWERS, openApiDocument } from '../src/index.js';

interface Responses {
  readonly paths: Record<
    string,
    Record<string, { readonly responses: Record<string, { readonly description: string }> }>
  >;
}

describe('OpenAPI document', function () {
  this.timeout(30_000);

  it('stands up to the rules that Redocly recommends', async () => {
    const config = await createConfig({ extends: ['recommended'] });

    const problems = await lintFromString({ source: JSON.stringify(openApiDocument()), config });

    expect(
      problems.map(({ ruleId, message, location }) => `${ruleId} ${message} ${location[0]?.pointer ?? ''}`)
    ).to.deep.equal([]);
  });

  it('names every answer of the table under its status', () => {
    const { paths } = openApiDocument() as unknown as Responses;
    const responses = {
      ...paths['/commands/{operation}/{key}']?.get?.responses,
      ...paths['/commands/{operation}']?.post?.responses
    };
    const notFound = paths['/commands/{operation}/{key}']?.get?.responses['404']?.description ?? '';

    for (const answer of ANSWERS) {
      for (const status of answer.statuses) {
        const description = `${responses[String(status)]?.description ?? ''} ${notFound}`;
        expect(description).to.include(status >= 400 ? answer.code : answer.title);
      }
    }
  });
});
