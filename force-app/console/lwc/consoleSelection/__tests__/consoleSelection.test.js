import { api } from 'lwc';
import { navigate } from 'lightning/navigation';
import ConsoleSelection from 'c/consoleSelection';
import { show } from 'console-test';

/** Does from outside what tables do with their events. */
class Shown extends ConsoleSelection {
  get objectApiName() {
    return 'Outbound_Dispatch__c';
  }

  @api get told() {
    return { ids: this.selectedIds, none: this.hasNoneSelected, outcome: this.outcome };
  }

  @api choose(...recordIds) {
    this.select({ detail: { selectedRows: recordIds.map((recordId) => ({ recordId })) } });
  }

  @api lead(recordId) {
    this.open({ detail: { row: { recordId } } });
  }

  @api forget() {
    this.startOver();
  }
}

describe('the base of tables with a selection', () => {
  it('keeps what is selected until it starts over', async () => {
    const element = await show(Shown);
    expect(element.told.none).toBe(true);
    element.choose('a1', 'a2');
    expect(element.told).toMatchObject({ ids: ['a1', 'a2'], none: false });
    element.forget();
    expect(element.told).toEqual({ ids: [], none: true, outcome: undefined });
  });

  it('opens the record page of a row', async () => {
    const element = await show(Shown);
    element.lead('a1');
    expect(navigate).toHaveBeenCalledWith({
      type: 'standard__recordPage',
      attributes: { recordId: 'a1', objectApiName: 'Outbound_Dispatch__c', actionName: 'view' }
    });
  });
});
