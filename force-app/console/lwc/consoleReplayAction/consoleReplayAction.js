import { LightningElement, api } from 'lwc';
import { CloseActionScreenEvent } from 'lightning/actions';
import { ShowToastEvent } from 'lightning/platformShowToastEvent';
import { notifyRecordUpdateAvailable } from 'lightning/uiRecordApi';
import replay from '@salesforce/apex/ConsoleWorkResource.replay';
import { labels } from 'c/consoleLabels';
import { messageOf } from 'c/consoleSupport';

const KINDS = { Integration_Request__c: 'command', Inbound_Event__c: 'event', Outbound_Dispatch__c: 'dispatch' };

/** Quick action of a record page: replay it, with a reason. */
export default class ConsoleReplayAction extends LightningElement {
  /** A command, event or dispatch. */
  @api recordId;
  /** Its object. */
  @api objectApiName;

  labels = labels;
  reason = '';
  failure;
  isWorking = false;

  take(event) {
    this.reason = event.detail.value;
  }

  close() {
    this.dispatchEvent(new CloseActionScreenEvent());
  }

  async confirm() {
    const field = this.template.querySelector('lightning-textarea');
    const reason = this.reason.trim();
    field.setCustomValidity(reason === '' ? labels.reasonMissing : '');
    if (!field.reportValidity()) {
      field.focus();
      return;
    }
    this.isWorking = true;
    this.failure = undefined;
    try {
      const outcome = await replay({ kind: KINDS[this.objectApiName], recordIds: [this.recordId], reason });
      if (outcome.done !== 1) {
        this.failure = outcome.refused[0]?.message ?? labels.unknownProblem;
        return;
      }
      await notifyRecordUpdateAvailable([{ recordId: this.recordId }]);
      this.dispatchEvent(new ShowToastEvent({ title: labels.done, message: labels.replayDoneOne, variant: 'success' }));
      this.close();
    } catch (error) {
      this.failure = messageOf(error);
    } finally {
      this.isWorking = false;
    }
  }
}
