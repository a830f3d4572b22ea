// Asks who the user is while the page's script is still on its way.
window.sessionAnswer = fetch('/session', { headers: { 'x-console': 'call' } });
