import { LightningElement, api } from 'lwc';

/** Stands for the base class of dialogs: what a dialog closes with is kept. */
export default class Modal extends LightningElement {
  static open = jest.fn();

  @api label;
  @api size;
  @api closed = [];

  @api close(result) {
    this.closed = [...this.closed, result];
  }
}
