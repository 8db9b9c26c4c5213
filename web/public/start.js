// Says why the page stays empty, if it does: a script did not load, or failed at its start. It comes before all modules and uses none.
{
  const tell = (reason) => {
    const page = document.body.firstElementChild;
    if (page.id === 'start-trouble' || page.firstElementChild) return; // it has started
    const message = document.createElement('p');
    message.id = 'start-trouble';
    message.setAttribute('role', 'alert');
    message.style.cssText = 'max-width:40rem;margin:3rem auto;padding:0 1rem;font:16px/1.5 system-ui,sans-serif';
    message.textContent = `Slipstick did not start: ${reason}. Reload the page. If that does not help, use a current browser.`;
    page.before(message);
  };
  const tellLater = (reason) => {
    if (document.body) tell(reason);
    else addEventListener('DOMContentLoaded', () => tell(reason));
  };
  const onError = ({ target, message }) => {
    if (target.tagName === 'SCRIPT') tellLater('a part of it did not load');
    else if (message) tellLater(message);
  };
  addEventListener('error', onError, true);
  addEventListener('unhandledrejection', ({ reason }) => tellLater(String(reason)));
}
