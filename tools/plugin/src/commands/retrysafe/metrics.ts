import { Messages } from '@salesforce/core';
import { Flags, SfCommand } from '@salesforce/sf-plugins-core';
import { METRICS_PATH, type MetricsBody } from '@retrysafe/contracts';
import { metricRows } from '../../formatters/tables.js';
import { getJson } from '../../services/apexRest.js';

Messages.importMessagesDirectoryFromMetaUrl(import.meta.url);
const messages = Messages.loadMessages('@retrysafe/plugin', 'retrysafe.metrics');

export default class RetrysafeMetrics extends SfCommand<MetricsBody> {
  static override readonly summary = messages.getMessage('summary');
  static override readonly description = messages.getMessage('description');
  static override readonly examples = messages.getMessages('examples');

  static override readonly flags = {
    'target-org': Flags.requiredOrg(),
    hours: Flags.integer({ summary: messages.getMessage('flags.hours.summary'), min: 1, max: 168, default: 24 })
  };

  async run(): Promise<MetricsBody> {
    const { flags } = await this.parse(RetrysafeMetrics);
    const path = `${METRICS_PATH}?hours=${flags.hours}`;
    const body = await getJson<MetricsBody>(flags['target-org'].getConnection(), path);
    const rows = metricRows(body);
    if (rows.length === 0) this.log(messages.getMessage('none'));
    else this.table({ data: rows });
    this.log(messages.getMessage('window', [body.window.since, body.generatedAt]));
    return body;
  }
}
