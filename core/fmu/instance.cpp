#include "core/fmu/instance.h"

#include <cctype>
#include <exception>
#include <fstream>
#include <iterator>

namespace slipstick {

bool FmuInstance::guarded(const std::function<void()>& work) {
  try {
    work();
    return true;
  } catch (const std::exception& error) {
    if (log) log(error.what());
  } catch (...) {
    if (log) log("unknown error");
  }
  return false;
}

void give(SharedState state, void** place) {
  if (*place)
    *static_cast<SharedState*>(*place) = std::move(state);
  else
    *place = new SharedState(std::move(state));
}

const FmuUnit::State& stateAt(void* place) {
  if (!place) throw FmuError("the state is missing");
  return **static_cast<SharedState*>(place);
}

void forget(void** place) {
  if (!place) return;
  delete static_cast<SharedState*>(*place);
  *place = nullptr;
}

std::unique_ptr<FmuUnit> unitOf(const std::string& folder, const std::string& token) {
  std::string document = documentOfResources(folder);
  if (token != fmuToken(document))
    throw FmuError("the token '" + token + "' belongs to another unit: this one has '" + fmuToken(document) + "'");
  return std::make_unique<FmuUnit>(std::move(document));
}

std::string documentOfResources(const std::string& folder) {
  const std::string path = folder + (folder.empty() || folder.back() == '/' ? "" : "/") + "model.json";
  std::ifstream file(path, std::ios::binary);
  if (!file) throw FmuError("cannot read '" + path + "': the unit is not unpacked, or it is damaged");
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string pathOfUri(const std::string& uri) {
  std::string text = uri;
  if (text.rfind("file:", 0) == 0) {
    text = text.substr(5);
    if (text.rfind("//", 0) == 0) {
      const std::size_t slash = text.find('/', 2);  // after the host name
      text = slash == std::string::npos ? "" : text.substr(slash);
    }
  } else if (text.find("://") != std::string::npos) {
    throw FmuError("the resources must be files on this machine, got '" + uri + "'");
  }
  std::string path;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto isHex = [&](std::size_t at) { return at < text.size() && std::isxdigit(static_cast<unsigned char>(text[at])); };
    if (text[i] == '%' && isHex(i + 1) && isHex(i + 2))
      path += static_cast<char>(std::stoi(text.substr(i + 1, 2), nullptr, 16)), i += 2;
    else
      path += text[i];
  }
  return path;
}

}  // namespace slipstick
