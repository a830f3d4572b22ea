import type { EnumValue } from '../../values/enum.js';
import { PlatformObject } from '../../values/object.js';
import { platformType } from '../../values/type.js';
import { definePlatformType } from '../define.js';
import { defineEnum } from '../support/enums.js';
import { apexReference } from '../support/reference.js';

const TYPE = platformType('ApexPages', 'Message');
const SOURCE = apexReference('apex_pages_message');

/** A message of a Visualforce page. */
export class PageMessage extends PlatformObject {
  constructor(
    readonly severity: EnumValue | null,
    readonly summary: string | null,
    readonly detail: string | null,
    readonly componentLabel: string | null
  ) {
    super();
  }

  override get apexType() {
    return TYPE;
  }

  override apexText(): string {
    return `ApexPages.Message["${this.summary}"]`;
  }

  override apexEquals(other: unknown): boolean {
    return (
      other instanceof PageMessage &&
      other.severity === this.severity &&
      other.summary === this.summary &&
      other.detail === this.detail
    );
  }

  override apexHash(): number {
    return (this.summary ?? '').length;
  }
}

export default [
  defineEnum('ApexPages', 'Severity', SOURCE, ['CONFIRM', 'INFO', 'WARNING', 'ERROR', 'FATAL']),
  definePlatformType({
    name: 'ApexPages.Message',
    source: SOURCE,
    constructors: {
      '(ApexPages.Severity, String)': (severity: EnumValue | null, summary: string | null) =>
        new PageMessage(severity, summary, summary, null),
      '(ApexPages.Severity, String, String)': (
        severity: EnumValue | null,
        summary: string | null,
        detail: string | null
      ) => new PageMessage(severity, summary, detail, null),
      '(ApexPages.Severity, String, String, String)': (
        severity: EnumValue | null,
        summary: string | null,
        detail: string | null,
        id: string | null
      ) => new PageMessage(severity, summary, detail, id)
    },
    methods: {
      'String getComponentLabel()': (self: PageMessage) => self.componentLabel,
      'String getDetail()': (self: PageMessage) => self.detail,
      'ApexPages.Severity getSeverity()': (self: PageMessage) => self.severity,
      'String getSummary()': (self: PageMessage) => self.summary
    }
  })
];
