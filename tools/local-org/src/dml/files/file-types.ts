/**
 * FileType of a file by its extension.
 * Source: https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/sforce_api_objects_contentversion.htm
 */
const TYPES: Readonly<Record<string, string>> = {
  doc: 'WORD',
  docx: 'WORD_X',
  htm: 'HTML',
  jpeg: 'JPG',
  ppt: 'POWER_POINT',
  pptx: 'POWER_POINT_X',
  txt: 'TEXT',
  xls: 'EXCEL',
  xlsx: 'EXCEL_X'
};

/** Types that are called like their extension. */
const SAME = new Set(
  [
    'AVI',
    'BMP',
    'CSV',
    'EPS',
    'EXE',
    'FLV',
    'GIF',
    'HTML',
    'JPG',
    'JS',
    'JSON',
    'M4A',
    'M4V',
    'MOV',
    'MP3',
    'MP4'
  ].concat([
    'MPEG',
    'MPG',
    'OGG',
    'PDF',
    'PNG',
    'PSD',
    'RTF',
    'SNOTE',
    'SVG',
    'TIF',
    'TIFF',
    'WAV',
    'WMA',
    'WMV',
    'XML',
    'ZIP'
  ])
);

export interface FileName {
  /** Without path and extension. */
  readonly title: string;
  /** As written, without the dot; null for a name without. */
  readonly extension: string | null;
  readonly type: string;
}

export function readFileName(pathOnClient: string): FileName {
  const name = pathOnClient.split(/[\\/]/).at(-1) ?? '';
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && dot < name.length - 1 ? name.slice(dot + 1) : null;
  const upper = extension?.toUpperCase() ?? '';
  const type = TYPES[upper.toLowerCase()] ?? (SAME.has(upper) ? upper : 'UNKNOWN');
  return { title: dot > 0 ? name.slice(0, dot) : name, extension, type };
}
