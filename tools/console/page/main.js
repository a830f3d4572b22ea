import '@lwc/synthetic-shadow';
import { createElement } from 'lwc';
import App from 'shell/app';

document.querySelector('#page').replaceChildren(createElement('shell-app', { is: App }));
