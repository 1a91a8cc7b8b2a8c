/** Continues the placeholder of index.html until the router knows the page. */
export function FirstFrame() {
  return (
    <div className="first-frame" aria-hidden="true">
      <div>
        <b>usance</b>
      </div>
      <div>
        <i />
        <i />
        <i />
      </div>
      <div>
        <i />
        <i />
        <i />
      </div>
    </div>
  );
}
