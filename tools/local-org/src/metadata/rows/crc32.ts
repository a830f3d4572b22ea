import { crc32 as zlibCrc32 } from 'node:zlib';

/** CRC-32 of the UTF-8 form, unsigned: what ApexClass.BodyCrc holds. */
export const crc32 = (text: string): number => zlibCrc32(text);
