import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { SecretReference } from './schema.js';

/**
 * Reads a secret. A line end at the end of a file is not part of it.
 *
 * @param folder what relative paths start from
 * @throws Error that names the variable or file, and never the value
 */
export function readSecret(
  reference: SecretReference,
  folder: string,
  environment: Readonly<Record<string, string | undefined>>
): string {
  const [value, where] =
    'env' in reference
      ? [environment[reference.env] ?? '', `the environment variable ${reference.env}`]
      : [readSecretFile(resolve(folder, reference.file)), `the file ${resolve(folder, reference.file)}`];
  if (value.trim() === '') throw new Error(`${where} is empty or not set; put the secret there`);
  return value;
}

function readSecretFile(path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new Error(`the file ${path} cannot be read (${reason}); put the secret there`, { cause: error });
  }
}
