import { CsvError, parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { DELIMITERS, LINE_ENDINGS, type CsvForm } from './job.js';

/** A CSV that cannot be read, in the platform's words as far as they are known. */
export class CsvProblem extends Error {}

export interface Table {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** @throws CsvProblem for other line endings than the job says, rows of other lengths than the header, open quotes. */
export function readCsv(text: string, form: CsvForm): Table {
  const firstEnd = text.indexOf('\n');
  const ending = firstEnd > 0 && text[firstEnd - 1] === '\r' ? 'CRLF' : 'LF';
  if (firstEnd >= 0 && ending !== form.lineEnding) {
    throw new CsvProblem(
      `ClientInputError : LineEnding is invalid on user data. Current LineEnding setting is ${form.lineEnding}`
    );
  }
  try {
    const [header = [], ...rows] = parse(text, {
      bom: true,
      delimiter: DELIMITERS[form.columnDelimiter],
      record_delimiter: LINE_ENDINGS[form.lineEnding],
      skip_empty_lines: true
    }) as string[][];
    return { header: header.map((name) => name.trim()), rows };
  } catch (error) {
    if (error instanceof CsvError) throw new CsvProblem(`InvalidBatch : the CSV cannot be read: ${error.message}`);
    throw error;
  }
}

/** Every value is quoted, as the platform does. */
export function writeCsv(rows: readonly (readonly string[])[], form: CsvForm): string {
  return stringify(rows as string[][], {
    delimiter: DELIMITERS[form.columnDelimiter],
    record_delimiter: LINE_ENDINGS[form.lineEnding],
    quoted: true,
    quoted_empty: true
  });
}
