// Every page has icons; base components would ask for them only when the first one is drawn.
import 'lightning/iconSvgTemplatesStandard';
import 'lightning/iconSvgTemplatesUtility';
import { createElement } from 'lwc';
import App from 'shell/app';

document.querySelector('#page').replaceChildren(createElement('shell-app', { is: App }));
