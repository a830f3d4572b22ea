/** Stands for the event that closes a quick action. */
export class CloseActionScreenEvent extends CustomEvent {
  constructor() {
    super('lightning__actionsclosescreen', { bubbles: true, composed: true });
  }
}
