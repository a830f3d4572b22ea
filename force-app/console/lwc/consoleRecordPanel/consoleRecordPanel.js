import { api, wire } from 'lwc';
import { notifyRecordUpdateAvailable } from 'lightning/uiRecordApi';
import storyOf from '@salesforce/apex/ConsoleStoryResource.story';
import replay from '@salesforce/apex/ConsoleWorkResource.replay';
import mayReplay from '@salesforce/customPermission/Replay_Integration_Work';
import ConsoleAnswer from 'c/consoleAnswer';
import ReasonDialog from 'c/consoleReasonDialog';
import { tell } from 'c/consoleStoryText';
import { labels, format } from 'c/consoleLabels';
import { instantText } from 'c/consoleSupport';

const BADGES = {
  success: 'slds-badge slds-theme_success',
  error: 'slds-badge slds-theme_error',
  warning: 'slds-badge slds-theme_warning',
  info: 'slds-badge'
};
const SCOPE_LABELS = { command: labels.scopeCommand, event: labels.scopeEvent, dispatch: labels.scopeDispatch };

/** What happened to the command, event or dispatch of a record page, and what to do next. */
export default class ConsoleRecordPanel extends ConsoleAnswer {
  /** A command, event or dispatch. */
  @api recordId;

  outcome;

  @wire(storyOf, { recordId: '$recordId' })
  take(result) {
    this.wired = result;
  }

  get story() {
    return this.data;
  }

  get told() {
    return tell(this.story);
  }

  get sentences() {
    return this.told.sentences.map((text, index) => ({ key: `sentence${index}`, text }));
  }

  get badgeClass() {
    return BADGES[this.told.tone];
  }

  get isLoading() {
    return this.wired?.error === undefined;
  }

  get canReplay() {
    return Boolean(mayReplay) && this.story?.replayable === true;
  }

  get cannotReplayText() {
    return this.story.replayable && !mayReplay ? labels.replayNotPermitted : undefined;
  }

  get facts() {
    const { story } = this;
    return [
      [SCOPE_LABELS[story.kind], story.scope],
      [story.kind === 'command' ? labels.tenant : labels.entity, story.entity],
      [labels.key, story.workKey],
      [labels.correlationId, story.correlationId],
      [labels.businessRecord, story.businessRecordId],
      [labels.remoteId, story.remoteId],
      [labels.responsible, story.responsible],
      [labels.arrived, instantText(story.createdAt)],
      [labels.expires, story.waitingFor ? instantText(story.expiresAt) : undefined]
    ]
      .filter(([, value]) => value)
      .map(([label, value]) => ({ key: label, labelKey: `label ${label}`, label, value }));
  }

  get replays() {
    return this.story.replays.map(({ recordId, requestedAt, operator, previousStatus, reason }) => ({
      recordId,
      reason,
      text: format(labels.replayBy, operator, instantText(requestedAt), previousStatus)
    }));
  }

  get hasReplays() {
    return this.story.replays.length > 0;
  }

  /** Reconciliation compares commands and dispatches; events have no findings. */
  get isReconciled() {
    return this.story.kind !== 'event';
  }

  get hasFindings() {
    return this.story.findings.length > 0;
  }

  async replayRecord() {
    const { kind, name } = this.story;
    const reason = await ReasonDialog.open({
      size: 'small',
      label: format(labels.replayTitle, name),
      text: labels.replayText,
      action: labels.replay
    });
    if (reason === undefined) return;
    await this.working(async () => {
      const outcome = await replay({ kind, recordIds: [this.recordId], reason });
      if (outcome.done === 1) this.outcome = outcome;
      else this.failure = outcome.refused[0]?.message ?? labels.unknownProblem;
      await Promise.all([this.refresh(), notifyRecordUpdateAvailable([{ recordId: this.recordId }])]);
    });
  }
}
